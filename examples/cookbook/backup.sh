#!/bin/sh
# A backup a day, kept for 30 days: backup.sh FOLDER. In a crontab:
#   15 3 * * *  /home/ada/bin/backup.sh /home/ada/backups
set -eu
# What a login sets and cron does not: where combinectl is, and where the daemon's socket is.
PATH=$HOME/.local/bin:/usr/local/bin:$PATH
runtime=/run/user/$(id -u)
if [ -d "$runtime" ]; then export XDG_RUNTIME_DIR="$runtime"; fi

mkdir -p "$1"
combinectl backup "$1/combined-$(date +%F).backup"
find "$1" -name 'combined-*.backup' -mtime +30 -delete
