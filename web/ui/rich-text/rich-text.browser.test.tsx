import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { RichText } from './rich-text.tsx'

const HOSTILE = `<h1>Welcome</h1><p onclick="window.hacked=1">Hello <b>you</b></p>
  <script>window.hacked=1</script><img src="x" onerror="window.hacked=1"><svg onload="window.hacked=1"></svg>
  <a href="javascript:window.hacked=1">Bad</a> <a href="https://docs.example/">Good</a>
  <iframe srcdoc="<script>parent.hacked=1</script>"></iframe><p style="position:fixed;inset:0">Cover</p>`

test('keeps text and formats, and removes anything that runs, loads or covers the page', async () => {
  await show(<RichText html={HOSTILE} />)
  await expect.element(page.getByRole('heading', { name: 'Welcome', level: 2 })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Good' }))
    .toHaveAttribute('href', 'https://docs.example/')
  expect(page.getByRole('link', { name: 'Bad' }).elements()).toHaveLength(0)
  const text = page.getByText('Cover').element().parentElement!
  expect(text.querySelectorAll('script, img, svg, iframe, [style], [onclick]')).toHaveLength(0)
  expect(text.textContent).not.toContain('hacked')
  expect((window as { hacked?: number }).hacked).toBeUndefined()
  await expectAccessible()
})
