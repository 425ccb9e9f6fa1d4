import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function ProfilePage() {
  usePageTitle('ProfilePage')
  return <h1>ProfilePage</h1>
}
