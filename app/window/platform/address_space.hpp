// Where the shell limits a process's address space (ulimit -v). OpenGL's software renderer does not
// look whether it was given memory and ends the process where it was not, so this is asked before.
#pragma once

namespace warplens::platform {

// Takes less address space from now on, if it is limited; to be called before threads are started.
// False if what is left is too little to draw with (some 350 MB; Mesa 22.3, 1280 x 800).
bool fit_into_address_space();

}  // namespace warplens::platform
