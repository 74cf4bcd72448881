// What WCAG 2.2 AA asks of a page, a program can see, and axe-core does not check or leaves to others. Returns what is wrong; an empty list is good.
(() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const name = (e) => e.outerHTML.slice(0, 90);
  const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== 'hidden';

  // 2.4.1 one heading and a way past what all pages share, 2.2.1 no reload
  if (!['en', 'pl'].includes(document.documentElement.lang)) faults.push('no language');
  if (all('h1').length !== 1) faults.push(all('h1').length + ' h1');
  if (!document.querySelector('a.skip[href="#main"]')) faults.push('no skip link');
  if (document.querySelector('meta[http-equiv="refresh"]')) faults.push('the page reloads itself (2.2.1)');
  const ids = all('[id]').map((e) => e.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => faults.push('two elements have the id ' + id));
  for (const attribute of ['aria-describedby', 'aria-labelledby']) {
    for (const e of all(`[${attribute}]`)) {
      for (const id of e.getAttribute(attribute).split(' ')) if (!document.getElementById(id)) faults.push(`${name(e)}: no element ${id}`);
    }
  }

  // 1.3.5 purposes, 3.3.1 errors
  for (const e of all('input:not([type=hidden]), select')) {
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

  // 2.5.8 targets
  for (const e of all('a, button, input:not([type=hidden]), select, summary')) {
    if (!shown(e) || e.className === 'skip') continue;
    const { width, height } = (e.closest('label') || e).getBoundingClientRect();
    if (width < 24 || height < 24) faults.push(`a target of ${Math.round(width)} x ${Math.round(height)}: ${name(e)}`);
  }

  // 1.4.11 the edges of inputs
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
