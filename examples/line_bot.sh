#!/bin/sh
# A bot for the arena in plain shell: reads the lines of docs/bots.md, and answers with moves. Start it with: sh line_bot.sh
# It keeps the last face it may keep (a worm where there is one), and rolls on until it has a worm and 21 points.

has_enough() {
    case $position in *aside=*) ;; *) return 1 ;; esac
    dice=${position##*aside=}
    dice=${dice%% *}
    case $dice in *W*) ;; *) return 1 ;; esac
    points=0
    while [ -n "$dice" ]; do
        rest=${dice#?}
        case ${dice%"$rest"} in
            W) points=$((points + 5)) ;;
            [1-5]) points=$((points + ${dice%"$rest"})) ;;
        esac
        dice=$rest
    done
    [ "$points" -ge 21 ]
}

while read -r word rest; do
    case $word in
        wormgrill-bot/1) echo "ready shell bot" ;;
        position) position=$rest ;;
        choose)
            moves=${rest#* }
            moves=${moves%, pass}
            if [ "$moves" = "roll, stop" ]; then
                if has_enough; then echo "move stop"; else echo "move roll"; fi
            else
                echo "move ${moves##*, }"
            fi
            ;;
        quit) exit ;;
    esac
done
