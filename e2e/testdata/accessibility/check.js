// What WCAG 2.2 AA asks of a page and a program can see. Returns what is wrong, in words; an empty list is good.
(() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const name = (e) => e.outerHTML.slice(0, 90);
  const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';

  // 3.1.1 language, 2.4.2 title, 1.3.1 structure, 2.4.1 skip link
  if (!['en', 'pl'].includes(document.documentElement.lang)) faults.push('no language');
  if (!document.title.trim()) faults.push('no title');
  if (all('h1').length !== 1) faults.push(all('h1').length + ' h1');
  if (all('main').length !== 1) faults.push('no main');
  if (!document.querySelector('a.skip[href="#main"]')) faults.push('no skip link');
  if (document.querySelector('meta[http-equiv="refresh"]')) faults.push('the page reloads itself (2.2.1)');
  const ids = all('[id]').map((e) => e.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => faults.push('two elements have the id ' + id));
  for (const attribute of ['aria-describedby', 'aria-labelledby', 'for']) {
    for (const e of all(`[${attribute}]`)) {
      for (const id of e.getAttribute(attribute).split(' ')) if (!document.getElementById(id)) faults.push(`${name(e)}: no element ${id}`);
    }
  }
  let level = 0;
  for (const h of all('h1, h2, h3')) {
    if (h.tagName[1] > level + 1) faults.push('a level of headings is left out before ' + name(h));
    level = +h.tagName[1];
  }

  // 3.3.2 and 1.3.5 labels and purposes, 3.3.1 errors
  for (const e of all('input:not([type=hidden]), select')) {
    if (![...e.labels].some((l) => l.textContent.trim())) faults.push('no label: ' + name(e));
    if (!['checkbox', 'radio'].includes(e.type) && e.tagName !== 'SELECT' && !e.autocomplete) faults.push('no autocomplete: ' + name(e));
    if (['text', 'email', 'tel'].includes(e.type) && e.onpaste) faults.push('no pasting: ' + name(e)); // 3.3.8
  }
  const error = document.querySelector('.error[role=alert]');
  if (document.title.match(/^(Error|Błąd):/) && !error) faults.push('the title tells of an error that is not there');
  const invalid = document.querySelector('[aria-invalid]');
  if (invalid && !(invalid.getAttribute('aria-describedby') || '').includes('error')) faults.push('nothing says what is wrong with ' + name(invalid));
  if (document.querySelector('#error') && ![document.querySelector('#error'), ...all('[autofocus]')].includes(document.activeElement)) {
    faults.push('the error is not in focus, but ' + name(document.activeElement));
  }
  for (const b of all('button, a')) if (!b.textContent.trim()) faults.push('no name: ' + name(b));

  // 2.5.8 targets
  for (const e of all('a, button, input:not([type=hidden]), select, summary')) {
    if (!shown(e) || e.className === 'skip') continue;
    const { width, height } = (e.closest('label') || e).getBoundingClientRect();
    if (width < 24 || height < 24) faults.push(`a target of ${Math.round(width)} x ${Math.round(height)}: ${name(e)}`);
  }

  // 1.4.3 contrast of what is written, as it is painted
  const rgb = (c) => c.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [x, y] = [luminance(rgb(a)), luminance(rgb(b))].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const ground = (e) => {
    for (let n = e; n; n = n.parentElement) {
      const c = getComputedStyle(n).backgroundColor;
      if (c !== 'rgba(0, 0, 0, 0)' && c !== 'transparent') return c;
    }
    return 'rgb(255, 255, 255)';
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const e = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !shown(e)) continue;
    const ratio = contrast(getComputedStyle(e).color, ground(e));
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ${name(e)}`);
  }
  // 1.4.11 the edges of inputs
  for (const e of all('input:not([type=hidden]):not([type=checkbox]):not([type=radio]), select')) {
    const ratio = contrast(getComputedStyle(e).borderTopColor, ground(e.parentElement));
    if (ratio < 3) faults.push(`contrast of the edge ${ratio.toFixed(2)}: ${name(e)}`);
  }

  // 1.4.10 nothing is wider than the window
  if (document.documentElement.scrollWidth > window.innerWidth) {
    const wide = all('body *').filter((e) => e.getBoundingClientRect().right > window.innerWidth + 1).map(name);
    faults.push(`${document.documentElement.scrollWidth} wide in ${window.innerWidth}: ${wide[0]}`);
  }

  // 2.4.7 focus is seen
  const before = document.activeElement;
  for (const e of all('a, button, input:not([type=hidden]), select, summary, [tabindex="0"]')) {
    if (!shown(e)) continue;
    e.focus({ focusVisible: true, preventScroll: true });
    const s = getComputedStyle(e);
    if (document.activeElement === e && (s.outlineStyle === 'none' || parseFloat(s.outlineWidth) < 2)) faults.push('focus is not seen: ' + name(e));
  }
  if (before === document.body) document.activeElement.blur();
  else before.focus({ preventScroll: true });
  return faults;
})()
