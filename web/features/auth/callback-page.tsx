import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function CallbackPage() {
  usePageTitle('CallbackPage')
  return <h1>CallbackPage</h1>
}
