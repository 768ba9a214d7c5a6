# Reads a file of games into a new database of Scid, and says how many they were.
# Run by tkscid: scid.tcl BASE FILE
foreach {base file} $argv break
foreach old [glob -nocomplain $base.*] { file delete $old }
sc_base create $base
set imported [sc_base import [sc_base current] $file]
puts "games [lindex $imported 0]"
exit
