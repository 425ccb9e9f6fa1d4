import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function SecondFactorPage() {
  usePageTitle('SecondFactorPage')
  return <h1>SecondFactorPage</h1>
}
