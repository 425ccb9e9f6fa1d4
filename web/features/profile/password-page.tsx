import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function PasswordPage() {
  usePageTitle('PasswordPage')
  return <h1>PasswordPage</h1>
}
