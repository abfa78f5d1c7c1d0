() => {
    const problems = [];
    const told = element => `${element.tagName.toLowerCase()}#${element.id}.${String(element.className?.baseVal ?? element.className).replaceAll(" ", ".")}`;
    const report = (what, element, more = "") => problems.push(`${what}: ${told(element)} ${more}`.trim());
    const isShown = element => element.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && !element.closest(".sr, .skip, [popover]:not(:popover-open)") && element.getBoundingClientRect().width > 1;
    const all = selector => [...document.querySelectorAll(selector)].filter(isShown);

    if (document.scrollingElement.scrollWidth > innerWidth) report("scrolls sideways", document.body);

    // What one needs to decide is there without scrolling.
    const needed = "#status-title, #play .face, #play .action, #play .tile-choice, #play .points strong, #play .kept-group, .quick-end";
    for (const element of all(needed)) {
        const box = element.getBoundingClientRect();
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) report("outside", element);
    }

    // Things beside each other do not lie on each other.
    const things = all(".slot, .face, .action, .tile-choice, .kept-group, .points strong, .worm-check, .player, .status-title, "
        + ".status-text, .meanwhile, .legend, .last, .quick-end, .bar .tool, .bar .fact, .brand, .missed, .waiting, .pair, .result");
    things.forEach((one, index) => things.slice(index + 1).forEach(other => {
        if (one.contains(other) || other.contains(one)) return;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) report("overlaps", one, `and ${told(other)} by ${wide.toFixed()} x ${high.toFixed()}`);
    }));

    // Text is whole, inside its box, and large enough.
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !isShown(element) || element.closest(".side, .notices")) continue;
        const size = parseFloat(getComputedStyle(element).fontSize);
        if (size < 11.9) report("too small to read", element, `${size}px ${node.data.trim()}`);
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const inset = 0.3 * size;  // a line of this font is higher than what can be seen of it
        const isName = element.closest(".player-name, .result");  // long names end in dots, and have a tooltip
        const holder = element.closest(".action, .face, .tile-choice, .player, .aside, .button, .rolled, .tray");
        for (let around = element; around && around !== document.body && !isName; around = around.parentElement) {
            const style = getComputedStyle(around);
            if (style.overflowX === "visible" && around !== holder) continue;
            const frame = around.getBoundingClientRect();
            const [right, below] = [box.right - frame.right, box.bottom - inset - frame.bottom];
            const out = Math.max(right, below, frame.left - box.left, frame.top - box.top - inset);
            if (out > 2 && (around === holder || !style.overflowY.match(/auto|scroll/))) {
                report("is cut off", element, `by ${out.toFixed()}: ${node.data.trim().slice(0, 40)}`);
                break;
            }
        }
        const figure = element.closest(".player")?.querySelector(".figure");
        const mark = figure?.getBoundingClientRect();
        const seen = isName ? element.getBoundingClientRect() : box;
        const isUnder = mark && !figure.contains(element) && Math.min(seen.right, mark.right) - Math.max(seen.left, mark.left) > 2
            && Math.min(seen.bottom, mark.bottom) - Math.max(seen.top, mark.top) > inset;
        if (isUnder) report("lies under a figure", element, node.data.trim());
    }

    // What can be tapped is large enough; on a narrow grill a figure is as wide as its tile.
    for (const element of all("button, a[href], input:not([type=hidden]), select, summary")) {
        const isInText = element.matches("a") && getComputedStyle(element).display === "inline";
        if (isInText || element.disabled || element.closest(".side, .notices")) continue;
        const box = element.getBoundingClientRect();
        const wanted = element.closest(".slot") ? Math.min(44, element.closest(".slot").getBoundingClientRect().width) : 44;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const isHit = (across, down) => element.contains(document.elementFromPoint(
            Math.min(Math.max(x + across, 1), innerWidth - 1), Math.min(Math.max(y + down, 1), innerHeight - 1)));
        const reach = (across, down) => { let far = 0; while (far < 30 && isHit(across * far, down * far)) far++; return far; };
        const isWide = box.width >= wanted - 0.5 || reach(1, 0) + reach(-1, 0) >= wanted - 1;
        const isHigh = box.height >= 43.5 || reach(0, 1) + reach(0, -1) >= 43;
        if (!isWide || !isHigh) report("too small to hit", element, `${box.width.toFixed()} x ${box.height.toFixed()}`);
    }
    return [...new Set(problems)];
}
