"""The native engine: a program becomes machine code, by way of LLVM. Imported only where it is needed."""
