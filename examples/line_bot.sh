#!/bin/sh
# A bot for the arena in plain shell: reads the lines of docs/bots.md, and answers with moves. Start it with: sh line_bot.sh
# It keeps a worm where there is one, then the highest face, or the lowest if only tiles 11 and 13 are left, and rolls on until
# it has a worm and can take a tile.

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
    for tile in $(echo "$grill" | tr , ' '); do
        tile=${tile%%[-@]*}
        [ "$tile" = "$points" ] && return 0
        [ "$tile" -ge 21 ] && { [ "$points" -ge "$tile" ]; return; }
    done
    return 1
}

while read -r word rest; do
    case $word in
        wormgrill-bot/1) echo "ready shell bot" ;;
        position) position=$rest ;;
        choose)
            moves=${rest#* }
            moves=${moves%, pass}
            grill=${position#*| }
            grill=${grill%% |*}
            case "$moves $grill" in
                "roll, stop "*) if has_enough; then echo "move stop"; else echo "move roll"; fi ;;
                keep*2[1-9]* | keep*3[0-6]*) echo "move ${moves##*, }" ;;
                *"keep W"*) echo "move keep W" ;;
                keep*) echo "move ${moves%%, *}" ;;
                *) echo "move ${moves##*, }" ;;
            esac
            ;;
        quit) exit ;;
    esac
done
