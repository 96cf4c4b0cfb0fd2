// combinectl: the REPL, script runner and tail of combined. Everything it does is in the library REPL.
import Glibc
import REPL

exit(Combinectl.run(Array(CommandLine.arguments.dropFirst())))
