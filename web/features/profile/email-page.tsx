import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function EmailPage() {
  usePageTitle('EmailPage')
  return <h1>EmailPage</h1>
}
