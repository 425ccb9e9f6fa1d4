import { Box, Group, SegmentedControl, Stack, Text, useComputedColorScheme } from '@mantine/core'
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
      <Box w="100%" maw={200}>
        <div className={classes.mark}>
          <BrandMark ground="--app-login" size={22} brand={brand} scheme={scheme} />
        </div>
        <Stack gap="xs" p="sm" bd="var(--app-line)" bdrs="md" bg="var(--app-body)">
          <strong>Sign in</strong>
          <Text component="span" py={4} px="xs" bd="1px solid var(--app-border-strong)" bdrs={5} c="dimmed">
            you@company.com
          </Text>
          <Text component="span" py={4} px="xs" bd="1px solid var(--app-border-strong)" bdrs={5} c="dimmed">
            ••••••••
          </Text>
          <Text
            component="span"
            w="fit-content"
            py={5}
            px={10}
            bdrs={5}
            bg="var(--app-fill)"
            c="var(--app-on-fill)"
            fw={550}
            style={{ justifySelf: 'start' }}
          >
            Sign in
          </Text>
          <Text component="span" c="var(--app-accent)">
            Forgot password?
          </Text>
        </Stack>
        {brand.support_email && <p className={classes.foot}>{brand.support_email}</p>}
      </Box>
      {brand.content && <RichText html={brand.content} className={classes.content} />}
    </div>
  )
}

const LINES = ['New Search', 'Saved Lists', 'AI Assistant', 'Custom Labels']

function Sidebar({ brand, scheme }: PartProps) {
  return (
    <Box mih={168} style={{ display: 'grid', gridTemplateColumns: '45% 1fr' }}>
      <div className={classes.side}>
        <Group align="stretch" wrap="nowrap" gap={0} miw={0} mb="xs" px={6}>
          <BrandMark ground="--app-side" size={20} brand={brand} scheme={scheme} />
        </Group>
        <Text component="span" px={6} fz={11} c="var(--app-side-dimmed)">
          Lead Search
        </Text>
        {LINES.map((line, place) => (
          <span key={line} className={classes.line} data-current={place === 0 || undefined}>
            {line}
          </span>
        ))}
      </div>
      <div className={classes.page}>
        <strong>New Search</strong>
        <p>Find companies by place and trade.</p>
        <Text
          component="span"
          w="fit-content"
          py={5}
          px={10}
          bdrs={5}
          bg="var(--app-fill)"
          c="var(--app-on-fill)"
          fw={550}
          style={{ justifySelf: 'start' }}
        >
          Search
        </Text>
        <Text
          component="span"
          w="fit-content"
          py={2}
          px="xs"
          bdrs={5}
          bg="var(--app-info-soft)"
          c="var(--app-info)"
        >
          Running
        </Text>
        <span className={classes.bars} aria-hidden>
          <i style={{ height: '60%' }} />
          <i style={{ height: '90%' }} />
          <i style={{ height: '40%' }} />
        </span>
      </div>
    </Box>
  )
}

/** Mails are light; mail programs darken them by themselves. */
function Mail({ brand }: PartProps) {
  return (
    <div className={classes.mail}>
      <div className={classes.mark}>
        <BrandMark ground="--app-login" size={22} brand={{ ...brand, logo_dark: null }} scheme="light" />
      </div>
      <Stack gap="xs" p="sm" bdrs="md" bg="#ffffff">
        <strong>Confirm your email</strong>
        <p>Hello Ada, please confirm that this address is yours.</p>
        <Text
          component="span"
          w="fit-content"
          py={5}
          px={10}
          bdrs={5}
          bg="var(--app-fill)"
          c="var(--app-on-fill)"
          fw={550}
          style={{ justifySelf: 'start' }}
        >
          Confirm email
        </Text>
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

/** How the brand looks, while it is being changed. Drawn from the same shades as the pages themselves. */
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
      <Group wrap="nowrap" gap="xs" mb="sm" justify="space-between">
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
          <Box
            key={title}
            component="figure"
            miw={0}
            data-part={title}
            style={shades[fixed ?? scheme] as CSSProperties}
          >
            <Box component="figcaption" mb={4} fz="xs" c="var(--mantine-color-dimmed)">
              {title}
            </Box>
            <div className={classes.frame}>
              <Part brand={brand} scheme={fixed ?? scheme} />
            </div>
          </Box>
        ))}
      </div>
    </Box>
  )
}
