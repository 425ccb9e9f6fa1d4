import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function ApiKeysPage() {
  usePageTitle('ApiKeysPage')
  return <h1>ApiKeysPage</h1>
}
