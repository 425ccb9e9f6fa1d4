import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function RegisterPage() {
  usePageTitle('RegisterPage')
  return <h1>RegisterPage</h1>
}
