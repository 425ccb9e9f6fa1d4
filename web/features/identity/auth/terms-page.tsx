import { Button } from '@mantine/core'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import classes from './auth.module.css'
import { authCalls } from './auth-endpoints.ts'
import { LoadFailure } from './load-failure.tsx'
import { Outcome } from './outcome.tsx'
import { TermsSkeleton, TermsText } from './terms-text.tsx'

/** The terms of this site, for everyone. */
export function TermsPage() {
  const query = useEndpoint(authCalls.terms)
  const terms = query.data?.data
  usePageTitle(terms?.title ?? 'Terms')
  if (query.error)
    return <LoadFailure what="The terms" error={query.error} onRetry={() => void query.refetch()} />
  if (terms === null)
    return (
      <Outcome
        icon={IconFileText}
        title="No terms"
        action={
          <Button fullWidth size="sm" variant="default" component="a" href="/">
            Go home
          </Button>
        }
      >
        This site hasn’t published any terms.
      </Outcome>
    )
  return (
    <article data-wide>
      <h1 className={classes.title}>{terms?.title ?? 'Terms'}</h1>
      {terms ? <TermsText terms={terms} /> : <TermsSkeleton />}
    </article>
  )
}
