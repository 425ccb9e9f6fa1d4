import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function TermsPage() {
  usePageTitle('TermsPage')
  return <h1>TermsPage</h1>
}
