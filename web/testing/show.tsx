import '../ui/mantine-base-styles.ts'
import '../ui/mantine-app-styles.ts'
import '../ui/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../lib/freshness.ts'
import { cssVariablesResolver, OVERLAYS_ID, theme } from '../ui/theme.ts'
import { clearToasts, Toasts } from '../ui/toasts.tsx'

/** Colours of a page without a brand, so that contrast can be judged. */
const COLOURS = `:root {
  --app-body: #fff; --app-surface: #f8f9fb; --app-hover: #f3f4f7; --app-text: #3a4150; --app-heading: #202633;
  --app-dimmed: #5e6675; --app-border: #e4e7ec; --app-border-strong: #cfd4dc; --app-fill: #4a32d9;
  --app-fill-hover: #3d28bd; --app-on-fill: #fff; --app-accent: #4a32d9; --app-danger: #b3261e;
  --app-success: #0f6b3c; --app-warning: #8a4b00; --app-soft: #eeebff; --app-soft-hover: #e0dbff;
  --app-soft-text: #2d1e8f; --app-focus: #4a32d9; }`

function App({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme="light">
      <style>{COLOURS}</style>
      <QueryClientProvider client={queryClient}>
        <main>
          <h1>Test page</h1>
          {children}
        </main>
        <section id={OVERLAYS_ID} aria-label="Menus and dialogs" />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function inRouter(content: ReactNode): ReactNode {
  const root = createRootRoute({ component: () => <App>{content}</App> })
  const index = createRoute({ getParentRoute: () => root, path: '/' })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  return <RouterProvider router={createRouter({ routeTree: root.addChildren([index]), history })} />
}

/** Shows a part of the application in the browser until the test is over. */
export async function show(
  content: ReactNode,
  { width = 1280, height = 800 }: { width?: number; height?: number } = {},
): Promise<void> {
  await page.viewport(width, height)
  document.documentElement.lang = 'en'
  clearToasts()
  document.title = 'Test page'
  const place = document.createElement('div')
  document.body.append(place)
  const root: Root = createRoot(place)
  root.render(inRouter(content))
  onTestFinished(() => {
    root.unmount()
    place.remove()
    queryClient.clear()
    clearToasts()
  })
  await expect.element(page.getByRole('heading', { name: 'Test page' })).toBeInTheDocument()
}

/** No violation of WCAG A and AA and of axe's best practices on what is shown. */
export async function expectAccessible(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(moving.map((one) => one.finished.catch(() => {})))
  const { violations } = await axe.run(document, {
    runOnly: {
      type: 'tag',
      values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    },
    resultTypes: ['violations'],
    preload: false,
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
