"""`python -m gft`."""

import sys

from gft.cli import main

sys.exit(main())
