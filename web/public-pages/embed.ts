/**
 * What `<script src="https://BRAND/embed/audit.js">` runs on somebody's website: it puts a frame in its place, and
 * gives it the height of its content. It reads nothing of the website, and takes its own `data-…` attributes as texts.
 */
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const { origin, pathname } = new URL(script.src)
  const { form = '', title = '' } = script.dataset
  const page = new URL(
    pathname.endsWith('/form.js') ? `/forms/${encodeURIComponent(form)}` : '/audit',
    origin,
  )
  page.searchParams.set('embed', '1')
  for (const name of ['lang', 'service', 'theme']) {
    const value = script.dataset[name]
    if (value) page.searchParams.set(name, value)
  }

  const frame = document.createElement('iframe')
  frame.src = page.href
  frame.title = title || (form ? 'Form' : 'Website check')
  frame.style.cssText = 'display:block;width:100%;height:560px;border:0'
  frame.addEventListener('load', () => frame.contentWindow?.postMessage({ ask: 'height' }, origin))
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow) return
    // After a form was sent, as its owner chose.
    if (typeof data?.goTo === 'string' && data.goTo.startsWith('https://')) location.assign(data.goTo)
    if (typeof data?.height !== 'number') return
    frame.style.height = `${Math.min(Math.max(Math.ceil(data.height), 100), 20_000)}px`
  })
  script.after(frame)
})()
