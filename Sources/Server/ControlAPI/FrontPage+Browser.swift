import Basics
import JOSE

extension FrontPage {
  /// Colours keep a contrast of 4.5 to 1 and more, on light and on dark.
  static let style = """
    :root { color-scheme: light dark; --text: #1d1f23; --quiet: #5b616b; --page: #f1f3f6; --card: #fff; --sunk: #f0f2f5; --line: #d8dce3; --main: #1a5fb4; --on-main: #fff; --plain: #e3e7ec }
    @media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --quiet: #a9b0ba; --page: #14161a; --card: #1f2329; --sunk: #171a1f; --line: #343a43; --main: #8ab8f5; --on-main: #0c1b2e; --plain: #343a43 } }
    * { box-sizing: border-box }
    [hidden] { display: none !important }
    body { margin: 0; padding: .75rem 1rem 3rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
    main { max-width: 54rem; margin: 0 auto }
    header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1.25rem }
    h1, h2, h3 { margin: 0; line-height: 1.25 }
    h1 { font-size: 1.4rem }
    h2 { font-size: 1.1rem }
    h3 { font-size: 1rem }
    p { margin: .25rem 0 .75rem }
    nav { display: flex; gap: 1rem }
    nav a { padding: .6rem 0 }
    #search { width: 100%; min-height: 2.75rem; margin: 0 0 .75rem; padding: .25rem .75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid #8a919c; border-radius: .5rem }
    section { margin: 0 0 .6rem; scroll-margin-top: .5rem }
    section > h2 { margin: 1.75rem 0 .25rem }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 0 1rem }
    .card > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem; padding: .7rem 0; list-style: none }
    .card > summary::before { content: "\\25B8"; color: var(--quiet); width: .75rem }
    .card[open] > summary::before { content: "\\25BE" }
    .card > summary::-webkit-details-marker { display: none }
    .card[open] { padding-bottom: .75rem }
    summary { padding: .6rem 0; cursor: pointer }
    dl { margin: 0 0 .75rem }
    dt, th, small { color: var(--quiet); font-weight: normal; font-size: .9rem }
    dd { display: flex; align-items: center; justify-content: space-between; gap: .5rem; margin: 0 }
    li dd { margin: 0 0 .3rem }
    code, .documents { overflow-wrap: anywhere }
    code.whole { white-space: nowrap }
    .settings h3 { display: flex; align-items: center; justify-content: space-between; gap: .5rem }
    ::placeholder { color: var(--quiet); opacity: 1 }
    pre { margin: .25rem 0 .9rem; padding: .6rem .75rem; background: var(--sunk); border-radius: .45rem; white-space: pre-wrap; overflow-wrap: anywhere }
    button { flex: none; min-width: 4.25rem; min-height: 2.25rem; padding: .2rem .6rem; font: inherit; font-size: .9rem; color: var(--main); background: var(--card); border: 1px solid var(--line); border-radius: .4rem; cursor: pointer }
    a { color: var(--main) }
    .tries { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; margin: 0 0 .25rem }
    .tries a, li a { display: inline-block; min-width: 2.75rem; padding: .65rem .9rem; margin: .2rem 0; color: inherit; background: var(--plain); border-radius: .4rem; text-align: center; text-decoration: none }
    .tries a.main { min-width: 8rem; color: var(--on-main); background: var(--main); font-weight: 600 }
    .menu > div { display: flex; flex-wrap: wrap; gap: 0 .4rem }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: .75rem; padding: 0; margin: 0 0 .5rem; list-style: none }
    li { padding: .8rem .9rem; background: var(--sunk); border-radius: .6rem }
    table { border-spacing: 0 }
    th, td { padding: .2rem 1.25rem .2rem 0; text-align: left }
    tbody th { color: inherit; font-size: inherit }
    td:last-child, th:last-child { padding-right: 0 }
    @media (max-width: 30rem) {
      th, td { padding-right: .6rem }
      .people thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
      .people, .people tbody, .people tr, .people tbody th { display: block }
      .people tr { padding: .5rem 0; border-top: 1px solid var(--line) }
      .people tbody th { font-weight: 600 }
      .people td { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); padding: 0; overflow-wrap: anywhere }
      .people td:empty { display: none }
      .people td::before { content: attr(data-label); color: var(--quiet); font-size: .9rem }
    }
    @media (min-width: 48rem) { .facts { display: grid; grid-template-columns: 11rem minmax(0, 1fr); align-items: center; gap: .4rem 1rem } }
    @media (pointer: coarse) { button { min-height: 2.75rem } }
    a:hover, button:hover { filter: brightness(.94) }
    :focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
    #status { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
    """

  /// Without it, everything can be read and followed; only searching and copying need it.
  static let script = """
    "use strict";
    const status = document.getElementById("status");
    // A long address breaks behind a slash, before it breaks within a word.
    for (const code of document.querySelectorAll("dd code")) {
      const parts = code.textContent.split(/(?<=\\/)(?!\\/)/);
      code.replaceChildren(...parts.flatMap((part) => [part, document.createElement("wbr")]));
    }
    const buttons = document.querySelectorAll(".facts dd, li dd, .settings pre");
    if (navigator.clipboard) for (const place of buttons) {
      const code = place.querySelector("code");
      const button = document.createElement("button");
      const name = place.previousElementSibling ? place.previousElementSibling.textContent : "";
      button.textContent = "Copy";
      button.setAttribute("aria-label", "Copy " + name);
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
        status.textContent = "Copied " + name;
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      });
      (place.matches("pre") ? place.previousElementSibling : place).append(button);
    }
    const sections = [...document.querySelectorAll("#providers > section")];
    const search = document.getElementById("search");
    if (search) {
      search.hidden = false;
      search.addEventListener("input", () => {
        const words = search.value.trim().toLowerCase();
        const shown = sections.filter((section) => {
          const title = section.querySelector("summary").textContent.toLowerCase();
          section.hidden = !title.includes(words);
          return !section.hidden;
        });
        document.getElementById("none").hidden = shown.length > 0;
        if (words && shown.length === 1) shown[0].querySelector("details").open = true;
      });
    }
    const openNamed = () => {
      const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const card = heading && heading.closest(".card");
      if (card) { card.open = true; heading.scrollIntoView(); }
    };
    addEventListener("hashchange", openNamed);
    openNamed();
    """

  /// The hash by which the content security policy allows the script, and nothing that was written into the page.
  static let scriptHash = "sha256-" + Base64.encode(Digest.sha256(Array(script.utf8)))
}
