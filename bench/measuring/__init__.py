"""What the measurements share: the clock, the engines of Rulewright, the limit programs, other people's programs."""
