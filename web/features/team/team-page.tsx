import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function TeamPage() {
  usePageTitle('TeamPage')
  return <h1>TeamPage</h1>
}
