import { Box, Group, SegmentedControl, Stack, useComputedColorScheme } from '@mantine/core'
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { deriveShades } from '#contract/branding/brand-shades.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import classes from './site-preview.module.css'

type Scheme = 'light' | 'dark'
interface PartProps {
  brand: SiteSettings
  scheme: Scheme
}

function SignIn({ brand, scheme }: PartProps) {
  return (
    <div className={classes.login}>
      <div>
        <div className={classes.mark}>
          <BrandMark ground="--app-login" size={22} brand={brand} scheme={scheme} />
        </div>
        <Stack gap="xs" p="sm" bd="var(--app-line)" bdrs="md" bg="var(--app-body)">
          <strong>Sign in</strong>
          <Box component="span" py={4} px="xs" bd="1px solid var(--app-border-strong)" bdrs={5} c="dimmed">
            you@company.com
          </Box>
          <Box component="span" py={4} px="xs" bd="1px solid var(--app-border-strong)" bdrs={5} c="dimmed">
            ••••••••
          </Box>
          <span className={classes.button}>Sign in</span>
          <Box component="span" c="var(--app-accent)">
            Forgot password?
          </Box>
        </Stack>
        {brand.support_email && <p className={classes.foot}>{brand.support_email}</p>}
      </div>
      {brand.content && <RichText html={brand.content} className={classes.content} />}
    </div>
  )
}

const LINES = ['New Search', 'Saved Lists', 'AI Assistant', 'Custom Labels']

function Sidebar({ brand, scheme }: PartProps) {
  return (
    <div className={classes.app}>
      <div className={classes.side}>
        <Group wrap="nowrap" gap={0} align="stretch" miw={0} mb="xs" px={6}>
          <BrandMark ground="--app-side" size={20} brand={brand} scheme={scheme} />
        </Group>
        <Box component="span" px={6} fz={11} c="var(--app-side-dimmed)">
          Lead Search
        </Box>
        {LINES.map((line, place) => (
          <span key={line} className={classes.line} data-current={place === 0 || undefined}>
            {line}
          </span>
        ))}
      </div>
      <div className={classes.page}>
        <strong>New Search</strong>
        <p>Find companies by place and trade.</p>
        <span className={classes.button}>Search</span>
        <span className={classes.info}>Running</span>
        <span className={classes.bars} aria-hidden>
          <i style={{ height: '60%' }} />
          <i style={{ height: '90%' }} />
          <i style={{ height: '40%' }} />
        </span>
      </div>
    </div>
  )
}

/** Mails are light; mail programs darken them. */
function Mail({ brand }: PartProps) {
  return (
    <div className={classes.mail}>
      <div className={classes.mark}>
        <BrandMark ground="--app-login" size={22} brand={{ ...brand, logo_dark: null }} scheme="light" />
      </div>
      <Stack gap="xs" p="sm" bdrs="md" bg="#ffffff">
        <strong>Confirm your email</strong>
        <p>Hello Ada, please confirm that this address is yours.</p>
        <span className={classes.button}>Confirm email</span>
      </Stack>
      <p className={classes.foot}>
        <bdi>{brand.name}</bdi>
        {brand.support_email && (
          <>
            <br />
            Questions? Write to {brand.support_email}
          </>
        )}
      </p>
    </div>
  )
}

const PARTS: { title: string; scheme?: Scheme; Part: (props: PartProps) => ReactNode }[] = [
  { title: 'Sign-in page', Part: SignIn },
  { title: 'Sidebar', Part: Sidebar },
  { title: 'Email', scheme: 'light', Part: Mail },
]

/** Preview of the brand while it is edited, drawn with the shades of the pages themselves. */
export function SitePreview({ brand }: { brand: SiteSettings }) {
  const [scheme, setScheme] = useState<Scheme>(
    useComputedColorScheme('light', { getInitialValueInEffect: false }),
  )
  const shades = useMemo(
    () => ({ light: deriveShades(brand, 'light'), dark: deriveShades(brand, 'dark') }),
    [brand],
  )
  return (
    <Box component="aside" miw={0} aria-label="Preview">
      <Group wrap="nowrap" gap="xs" justify="space-between" mb="sm">
        <h2>Preview</h2>
        <SegmentedControl
          size="xs"
          aria-label="Color scheme of the preview"
          value={scheme}
          onChange={(value) => setScheme(value as Scheme)}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </Group>
      <div className={classes.parts}>
        {PARTS.map(({ title, scheme: fixed, Part }) => (
          <figure
            key={title}
            className={classes.part}
            data-part={title}
            style={shades[fixed ?? scheme] as CSSProperties}
          >
            <figcaption>{title}</figcaption>
            <div className={classes.frame}>
              <Part brand={brand} scheme={fixed ?? scheme} />
            </div>
          </figure>
        ))}
      </div>
    </Box>
  )
}
