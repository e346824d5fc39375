/// The style of the page. Colours and type are those of `own.css`; here they are a part of the page, as it stands
/// alone. Text keeps a contrast of 4.5 to 1 and more, in light and in dark.
enum HTMLStyle {
  static let text = tokens + layout + rows + sequence + filter + paper

  private static let tokens = """
    :root {
      color-scheme: light dark;
      --text: #1d1f23; --quiet: #565d68; --page: #f3f4f7; --card: #fff; --sunk: #f0f2f5; --line: #d8dce3;
      --edge: #8a919c; --main: #1a5fb4; --on-main: #fff; --tint: #e3edfa; --good: #17693a; --good-tint: #e0f2e6;
      --bad: #ae2418; --bad-tint: #fce8e6; --warn: #7d4b00; --warn-tint: #fbeed4; --odd: #6a3aa2; --odd-tint: #efe7fa;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #e6e8ec; --quiet: #a6aeb9; --page: #121418; --card: #1b1f25; --sunk: #15181d; --line: #323842;
        --edge: #78818e; --main: #8ab8f5; --on-main: #0c1b2e; --tint: #1f3049; --good: #84d6a0; --good-tint: #17301f;
        --bad: #ff9d93; --bad-tint: #3b1d1b; --warn: #f1c177; --warn-tint: #372a12; --odd: #cbb0f5; --odd-tint: #2d2241;
      }
    }

    """

  private static let layout = """
    * { box-sizing: border-box; }
    body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
    header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 2rem; }
    main { display: grid; gap: 1.1rem; margin-top: 1.25rem; grid-template-columns: minmax(0, 1fr); }
    footer { padding-block: 1.5rem 2.5rem; }
    h1, h2, h3, h4, h5 { margin: 0; line-height: 1.25; text-wrap: balance; }
    h1 { font-size: 1.6rem; letter-spacing: -.01em; }
    h2 { font-size: 1.15rem; }
    h3 { font: 600 .93rem/1.4 var(--mono); overflow-wrap: anywhere; text-wrap: wrap; }
    h4, h5 { margin: 1.1rem 0 .35rem; font-size: .93rem; }
    h5 { color: var(--quiet); }
    p, dl, dd, ol, ul { margin: 0; padding: 0; }
    a { color: var(--main); text-underline-offset: .15em; }
    code, pre { font: .87rem/1.5 var(--mono); }
    code { overflow-wrap: anywhere; }
    pre {
      margin: 0; padding: .6rem .75rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunk);
      border: 1px solid var(--line); border-radius: .45rem;
    }
    .quiet { color: var(--quiet); font-size: .87rem; }
    .unseen {
      position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }
    :focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
    .card {
      padding: 1rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--good);
      border-radius: .6rem; overflow-wrap: anywhere;
    }
    .card.red { border-left-color: var(--bad); }
    .card ul { padding-left: 1.2rem; }
    .client { margin: .35rem 0 .7rem; }
    .letter {
      display: inline-block; min-width: 1.6em; padding: 0 .4em; text-align: center; color: var(--on-main);
      background: var(--main); border-radius: .35em;
    }
    .bar { display: flex; gap: 2px; height: .55rem; overflow: hidden; border-radius: .3rem; }
    .bar span { min-width: 4px; background: currentcolor; }
    .card .tally { display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; margin: .5rem 0; padding: 0; list-style: none; }
    .tally b { font-size: 1.15rem; }
    .pass { color: var(--good); } .fail, .error { color: var(--bad); } .warn { color: var(--warn); }
    .inconclusive { color: var(--odd); } .skip, .none { color: var(--quiet); }

    """

  private static let rows = """
    .rows { overflow: hidden; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
    .row + .row { border-top: 1px solid var(--line); }
    .row > summary {
      display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .2rem 1rem; align-items: baseline;
      padding: .55rem .9rem; cursor: pointer; list-style: none;
    }
    .row > summary::-webkit-details-marker { display: none; }
    .row > summary:hover { background: var(--sunk); }
    .row[open] > summary { background: var(--tint); }
    .row > summary:focus-visible { outline-offset: -3px; }
    .verdicts { display: grid; grid-template-columns: repeat(var(--clients), 7.2rem); gap: .4rem; }
    .columns { display: grid; grid-template-columns: repeat(var(--clients), 7.2rem); gap: .4rem; padding: 0 .95rem .3rem; font-weight: 600; text-align: center; }
    .title { margin-left: .5rem; font: .93rem/1.4 system-ui, sans-serif; }
    .clause { text-align: right; }
    .level { font-size: .75rem; letter-spacing: .03em; }
    .badge {
      display: inline-block; min-width: 7.2rem; padding: 0 .5em; border-radius: 1em; font-size: .85rem; font-weight: 600;
      line-height: 1.65; text-align: center; background: var(--sunk);
    }
    .badge.pass { background: var(--good-tint); } .badge.fail, .badge.error { background: var(--bad-tint); }
    .badge.warn { background: var(--warn-tint); } .badge.inconclusive { background: var(--odd-tint); }
    .badge.error, .badge.none, .badge.pardoned { box-shadow: inset 0 0 0 1px currentcolor; }
    .badge.pardoned { text-decoration: line-through; }
    .body { padding: .4rem 1.1rem 1.3rem; border-top: 1px solid var(--line); }
    .about { display: grid; gap: .5rem 1.5rem; margin-top: .7rem; }
    .about div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .75rem; }
    dt { color: var(--quiet); font-size: .87rem; }
    dd { max-width: 46rem; overflow-wrap: anywhere; }
    .verdict { max-width: 56rem; overflow-wrap: anywhere; }
    .verdict .badge { min-width: 0; margin-right: .35rem; }
    .client-part { margin-top: 1.2rem; padding-top: .2rem; border-top: 1px dashed var(--line); }
    .evidence { display: grid; gap: .3rem; list-style: none; overflow-wrap: anywhere; }
    .tag {
      display: inline-block; padding: 0 .5em; border-radius: 1em; font-size: .82rem; line-height: 1.6; color: var(--quiet);
      background: var(--sunk);
    }
    .tag.bad { color: var(--bad); background: var(--bad-tint); }
    .command { border-color: var(--edge); }

    """

  private static let sequence = """
    .sequence { --lane: 3.6rem; --strip: calc(3 * var(--lane)); }
    .parties { display: grid; grid-template-columns: repeat(3, var(--lane)); font-size: .75rem; text-align: center; color: var(--quiet); }
    .sequence ol { list-style: none; }
    .sequence li { display: grid; grid-template-columns: var(--strip) minmax(0, 1fr); gap: .9rem; }
    .lanes {
      position: relative; min-height: 3.1rem;
      background:
        linear-gradient(var(--edge), var(--edge)) calc(var(--lane) * .5) 0 / 1px 100% no-repeat,
        linear-gradient(var(--edge), var(--edge)) calc(var(--lane) * 1.5) 0 / 1px 100% no-repeat,
        linear-gradient(var(--edge), var(--edge)) calc(var(--lane) * 2.5) 0 / 1px 100% no-repeat;
    }
    .lanes i {
      position: absolute; left: calc(var(--lane) * (.5 + var(--from)) + 1px); width: calc(var(--lane) * var(--span) - 1px);
      border-top: 2px solid var(--main);
    }
    .sent { top: .9rem; } .lanes .back { top: 2.1rem; border-top-style: dashed; border-color: var(--edge); }
    .lanes i::after { content: ""; position: absolute; top: -5px; border: 4px solid transparent; }
    .sent.right::after, .back.left::after { right: 0; border-right-width: 0; border-left: 7px solid var(--main); }
    .sent.left::after, .back.right::after { left: 0; border-left-width: 0; border-right: 7px solid var(--main); }
    .back.left::after { border-left-color: var(--edge); } .back.right::after { border-right-color: var(--edge); }
    .marked .sent, .marked .back { border-color: var(--bad) !important; }
    .marked .sent.right::after, .marked .back.left::after { border-left-color: var(--bad); }
    .marked .sent.left::after, .marked .back.right::after { border-right-color: var(--bad); }
    .said { padding: .15rem 0 .6rem; overflow-wrap: anywhere; }
    .marked .said { padding-left: .6rem; background: var(--bad-tint); border-radius: .45rem; }
    .marked .said .who, .marked .said summary { color: var(--text); }
    .marked .said .tag.bad { background: var(--card); }
    .who { color: var(--quiet); font-size: .78rem; }
    .came code::before { content: "← "; }
    .said details { margin-top: .2rem; }
    .said summary { width: fit-content; color: var(--quiet); font-size: .82rem; cursor: pointer; }
    .said details pre { margin-top: .3rem; }

    """

  private static let filter = """
    .filter { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .6rem 0; padding: 0; border: 0; }
    .filter legend { float: left; margin-right: .5rem; padding: 0; color: var(--quiet); font-size: .87rem; line-height: 2.1rem; }
    .filter label { position: relative; cursor: pointer; }
    .filter input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
    .filter span {
      display: inline-block; min-height: 2.1rem; padding: .3rem .8rem; background: var(--card); border: 1px solid var(--line);
      border-radius: 1.1rem; font-size: .87rem;
    }
    .filter input:checked + span { color: var(--on-main); background: var(--main); border-color: var(--main); }
    .filter input:focus-visible + span { outline: 3px solid var(--main); outline-offset: 2px; }
    main:has(#show-pass:checked) .row:not([data-v~="pass"]), main:has(#show-fail:checked) .row:not([data-v~="fail"]),
    main:has(#show-warn:checked) .row:not([data-v~="warn"]), main:has(#show-skip:checked) .row:not([data-v~="skip"]),
    main:has(#show-inconclusive:checked) .row:not([data-v~="inconclusive"]),
    main:has(#show-error:checked) .row:not([data-v~="error"]) { display: none; }

    """

  private static let paper = """
    @media (pointer: coarse) { .filter span { min-height: 2.75rem; padding-block: .6rem; } .row > summary { padding-block: .8rem; } }
    @media (max-width: 44rem) {
      header, main, footer { padding-inline: .8rem; }
      .row > summary { grid-template-columns: minmax(0, 1fr); gap: .3rem; }
      .verdicts { grid-template-columns: repeat(auto-fill, 7.2rem); }
      .columns { display: none; }
      .clause { text-align: left; }
      .title { display: block; margin-left: 0; }
      .body { padding-inline: .8rem; }
      .about div { grid-template-columns: minmax(0, 1fr); gap: 0; }
      .sequence { --lane: 2.6rem; }
      .parties { font-size: .62rem; }
      .sequence li { gap: .5rem; }
    }
    @media print {
      :root {
        --text: #000; --quiet: #444; --page: #fff; --card: #fff; --sunk: #fff; --line: #bbb; --edge: #666; --main: #1a5fb4;
        --on-main: #fff; --tint: #fff; --good: #17693a; --good-tint: #fff; --bad: #ae2418; --bad-tint: #fff; --warn: #7d4b00;
        --warn-tint: #fff; --odd: #6a3aa2; --odd-tint: #fff;
      }
      body { font-size: 10pt; }
      header, main, footer { max-width: none; padding-inline: 0; }
      main, .rows { display: block; overflow: visible; border: 0; }
      .card { margin-bottom: 1rem; }
      .filter { display: none; }
      details::details-content { display: block; block-size: auto; content-visibility: visible; }
      .row > summary, .sequence li, .about div, .card { break-inside: avoid; }
      .row > summary { break-after: avoid; }
      .badge { box-shadow: inset 0 0 0 1px currentcolor; }
      .bar span, .lanes, .lanes i, .letter { print-color-adjust: exact; }
      a[href^="https"]::after { content: " (" attr(href) ")"; font-size: 8pt; overflow-wrap: anywhere; }
    }
    """
}
