/** What benchmarks/browser.py does and sees inside a page. */
window.bench = (() => {
  async function call(method, path, body) {
    const headers = { 'x-fogline': '1', 'content-type': 'application/json' };
    const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    return answer.json();
  }

  /** Somebody and two bots sit down. */
  async function openTable(game) {
    await call('POST', 'api/session', { name: 'Ann' });
    const seats = [{ kind: 'me' }, { kind: 'bot', level: 'random' }, { kind: 'bot', level: 'random' }];
    const { table } = await call('POST', 'api/tables', { game, seats });
    await call('POST', `api/tables/${table}/start`);
    return table;
  }

  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  /** Mark when the data of a board, its facts and its drawing, are all there, and when it is drawn. */
  function watchDrawing() {
    const plain = window.fetch;
    window.fetch = async (...given) => {
      const answer = await plain(...given);
      if (!String(given[0]).includes('api/boards/')) return answer;
      const text = await answer.text();
      performance.mark('arrived');
      return new Response(text, { headers: answer.headers });
    };
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.picture svg')) return;
      watch.disconnect();
      painted().then(() => performance.mark('drawn'));
    });
    watch.observe(document.body, { childList: true, subtree: true });
  }

  /** The same for a picture of nothing. */
  async function drawNothing() {
    performance.mark('arrived');
    document.body.innerHTML = '<svg width="700" height="500"></svg>';
    await painted();
    performance.mark('drawn');
  }

  /** The milliseconds between frames, for a while; marked, so that a trace tells the work in it. */
  function frames(milliseconds) {
    return new Promise((done) => {
      performance.mark('begin');
      const times = [];
      const frame = (now) => {
        times.push(now);
        if (now - times[0] < milliseconds) requestAnimationFrame(frame);
        else {
          performance.mark('end');
          done(times.slice(1).map((time, k) => time - times[k]));
        }
      };
      requestAnimationFrame(frame);
    });
  }

  const soon = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  /** Play until so many routes are claimed. */
  async function play(table, wanted) {
    for (let n = 0, claims = 0; claims < wanted && n < 1000; n += 1) {
      const { legal, version, status, you } = await call('GET', `api/tables/${table}`);
      if (status === 'ended') break;
      const any = (type) => legal.find(({ action }) => action.type === type);
      const chosen = any('claim') ?? any('draw') ?? legal[0];
      if (chosen === undefined) {
        await soon(30);
        continue;
      }
      if (chosen === any('claim')) claims += 1;
      const body = { id: `benchmark-${n}`, version, seat: you.seat, action: chosen.action };
      await call('POST', `api/tables/${table}/actions`, body);
    }
  }

  /** Bots play a whole game. */
  async function finished(game) {
    await call('POST', 'api/session', { name: 'Ann' });
    const seats = [1, 2, 3].map(() => ({ kind: 'bot', level: 'random' }));
    const { table } = await call('POST', 'api/tables', { game, seats });
    await call('POST', `api/tables/${table}/start`);
    while ((await call('GET', `api/tables/${table}`)).status !== 'ended') await soon(100);
    return table;
  }

  /** See the first claims of a game happen in its replay: the frames of the second after each. */
  async function claims(table, wanted) {
    const { entries } = await call('GET', `api/tables/${table}/entries`);
    const moves = entries.filter(({ events }) => events !== undefined);
    const claimed = moves.flatMap(({ events }, k) => (events.some(({ type }) => type === 'claimed') ? [k] : []));
    const gaps = [];
    for (const k of claimed.slice(0, wanted)) {
      location.hash = `#/replay/${table}/${moves[k - 1].version}`;
      await soon(1500);
      document.querySelector('.steps button:last-child').click();
      gaps.push(...(await frames(1000)));
    }
    return gaps;
  }

  /** Sum up what shifts from now on without anybody's doing. */
  function watchShifts() {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value } of list.getEntries()) {
        if (!hadRecentInput) window.shifted += value;
      }
    }).observe({ type: 'layout-shift' });
  }

  return { openTable, watchDrawing, drawNothing, frames, play, finished, claims, watchShifts };
})();
