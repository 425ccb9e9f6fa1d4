import { Anchor, Button, Checkbox, NumberInput, Stack } from '@mantine/core'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import {
  type AppRequest,
  type AppScope,
  approveAppRequest,
  checkAppRequest,
} from '#contract/identity/connected-apps.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { useBrand } from '#web/lib/branding.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signOut, useUser } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OwnPasswordInput } from '#web/ui/own-password-input.tsx'
import classes from '../auth/auth.module.css'
import { LoadFailure } from '../auth/load-failure.tsx'
import { Outcome } from '../auth/outcome.tsx'
import { SCOPE_NAMES } from '../profile/api-key-labels.ts'
import { APP_SCOPE_TEXTS, checkedAtFirst, placeOf, warningOf } from './app-labels.ts'

/** The app's request in the address; one text needs no schema. */
const requestSearch = {
  read: ({ request }: Record<string, unknown>) => ({ request: typeof request === 'string' ? request : '' }),
  write: ({ request }: { request: string }) => ({ request }),
  stays: [],
}

/** Credits a day that are offered first: enough to try, little to lose. */
const FIRST_LIMIT = 100

function ConsentForm({ request, app }: { request: string; app: AppRequest }) {
  const [connected, setConnected] = useState(false)
  const form = useContractForm(approveAppRequest, {
    initial: {
      scopes: checkedAtFirst(app.scopes) as AppScope[],
      daily_credits: FIRST_LIMIT as number | string,
      password: '',
    },
    // Shown instead: the page says that the app is connected
    quiet: true,
    body: ({ scopes, daily_credits, password }) => ({
      request,
      scopes,
      daily_credits: daily_credits === '' || !scopes.includes('spend') ? null : Number(daily_credits),
      ...(app.needs_password ? { password } : {}),
    }),
    check: ({ scopes, daily_credits, password }): Record<string, string> => ({
      ...(scopes.includes('spend') && daily_credits === '' ? { daily_credits: MESSAGES.required } : {}),
      ...(app.needs_password && !password ? { password: MESSAGES.required } : {}),
    }),
    onSuccess: ({ data }) => {
      setConnected(true)
      window.location.assign(data.redirect_to)
    },
  })
  if (connected)
    return (
      <Outcome icon={IconCircleCheck} tone="good" title={`${app.name} is connected`}>
        Go back to the app. You can close this window.
      </Outcome>
    )
  return (
    <ContractForm
      form={form}
      submitLabel="Allow"
      beside={
        <Button variant="default" component="a" href={app.cancel_url}>
          Deny
        </Button>
      }
    >
      <Checkbox.Group {...form.field('scopes')} label="It may">
        <Stack gap="xs" my={4}>
          {app.scopes.map((scope) => (
            <Checkbox
              key={scope}
              size="xs"
              value={scope}
              aria-invalid={form.errors.scopes ? true : undefined}
              label={SCOPE_NAMES[scope]}
              description={APP_SCOPE_TEXTS[scope]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.scopes.includes('spend') && (
        <NumberInput
          {...form.field('daily_credits')}
          label="Credits per day"
          description="It can’t spend more than this"
          min={0}
          max={1_000_000}
          clampBehavior="strict"
          allowNegative={false}
          thousandSeparator=","
        />
      )}
      {app.needs_password && <OwnPasswordInput {...form.field('password')} />}
    </ContractForm>
  )
}

/** A request that can't be granted. The way back is the person's choice: nobody has checked where it leads. */
function Refused({ app, message }: { app?: AppRequest; message: string }) {
  return (
    <Outcome
      icon={IconLinkOff}
      title="This app can’t be connected"
      action={
        <>
          {app && (
            <Button fullWidth size="sm" variant="default" component="a" href={app.cancel_url}>
              Back to {app.app_host}
            </Button>
          )}
          <Button fullWidth size="sm" variant="default" component="a" href="/">
            Go home
          </Button>
        </>
      }
    >
      {message}
    </Outcome>
  )
}

function Consent({ request, app }: { request: string; app: AppRequest }) {
  const { name: brand } = useBrand()
  const { email } = useUser()
  const router = useRouter()
  const warning = warningOf(app)
  const leave = () =>
    signOut(() =>
      router.navigate({ to: '/login', search: { to: `/connect-app?request=${request}` }, replace: true }),
    )
  return (
    <>
      <h1 className={classes.title}>Connect {app.name}?</h1>
      <p className={classes.lead}>
        <strong>{app.name}</strong> wants to use {brand} as <strong>{email}</strong>. The access goes to{' '}
        <strong>{placeOf(app)}</strong>, until you disconnect it in Profile settings, API keys.
      </p>
      <Stack gap="md">
        {warning && <Notice tone="warning">{warning}</Notice>}
        <ConsentForm request={request} app={app} />
      </Stack>
      <p className={classes.foot}>
        Not you?{' '}
        <Anchor component="button" type="button" onClick={() => void leave()}>
          Use another account
        </Anchor>
      </p>
    </>
  )
}

/** Where a person decides what an app may do for them. */
export function ConnectAppPage() {
  usePageTitle('Connect an app')
  const [{ request }] = usePageSearch(requestSearch)
  const { data, error, refetch } = useQuery({
    queryKey: [checkAppRequest.name, request],
    // Shown instead: nothing: it only reads
    queryFn: ({ signal }) => call(checkAppRequest, { body: { request }, read: true, quiet: true, signal }),
    enabled: request !== '',
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (request === '') return <Refused message="Connect it from within the app, which leads here." />
  if (error instanceof ApiError && [403, 422].includes(error.status))
    return <Refused message={error.message} />
  if (error) return <LoadFailure what="The app’s request" error={error} onRetry={() => void refetch()} />
  if (!data) return <h1 className={classes.title}>Connect an app</h1>
  const app = data.data
  if (app.problem) return <Refused app={app} message={app.problem} />
  return <Consent request={request} app={app} />
}
