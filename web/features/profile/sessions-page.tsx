import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function SessionsPage() {
  usePageTitle('SessionsPage')
  return <h1>SessionsPage</h1>
}
