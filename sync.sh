#!/bin/bash
# land commits of /tmp/speed on /work/main's main without touching others' work
set -e
cd /tmp/speed; git pull -q --rebase
cd /work/main
