import {
  Box,
  Center,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  useComputedColorScheme,
} from '@mantine/core'
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

// In here, values that other variables are made of count as those of the page: only the brand's own are used.

/** A button in the brand's colour. */
const Fill = ({ children }: { children: string }) => (
  <Box
    component="span"
    w="fit-content"
    py={5}
    px={10}
    bdrs={5}
    bg="var(--app-fill)"
    c="var(--app-on-fill)"
    fw={550}
  >
    {children}
  </Box>
)

const Foot = (props: { c: string; children: ReactNode }) => (
  <Text mt="xs" ta="center" fz={11} className="wrap-anywhere" {...props} />
)

function SignIn({ brand, scheme }: PartProps) {
  return (
    <div className={`login-ground ${classes.login}`}>
      <div>
        <Center mb={10} c="var(--app-on-login)">
          <BrandMark ground="--app-login" size={22} brand={brand} scheme={scheme} />
        </Center>
        <Stack gap="xs" p="sm" bd="1px solid var(--app-border)" bdrs="md" bg="var(--app-body)">
          <strong>Sign in</strong>
          <span className={classes.field}>you@company.com</span>
          <span className={classes.field}>••••••••</span>
          <Fill>Sign in</Fill>
          <Box component="span" c="var(--app-accent)">
            Forgot password?
          </Box>
        </Stack>
        {brand.support_email && <Foot c="var(--app-on-login)">{brand.support_email}</Foot>}
      </div>
      {brand.content && <RichText html={brand.content} className={classes.content} />}
    </div>
  )
}

const LINES = ['New Search', 'Saved Lists', 'AI Assistant', 'Custom Labels']

function Sidebar({ brand, scheme }: PartProps) {
  return (
    <Group wrap="nowrap" gap={0} align="stretch" mih={168}>
      <Stack gap={2} flex="0 0 45%" miw={0} py={10} px="xs" bg="var(--app-side)" c="var(--app-side-text)">
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
      </Stack>
      <Stack gap="xs" p="sm" miw={0} flex={1}>
        <strong>New Search</strong>
        <Text c="var(--app-dimmed)">Find companies by location and industry.</Text>
        <Fill>Search</Fill>
        <Box
          component="span"
          w="fit-content"
          py={2}
          px="xs"
          bdrs={5}
          bg="var(--app-info-soft)"
          c="var(--app-info)"
        >
          Running
        </Box>
        <span className={classes.bars} aria-hidden>
          <i style={{ height: '60%' }} />
          <i style={{ height: '90%' }} />
          <i style={{ height: '40%' }} />
        </span>
      </Stack>
    </Group>
  )
}

/** Mails are light; mail programs darken them. */
function Mail({ brand }: PartProps) {
  return (
    <Box p="md" bg="#f3f4f6">
      <Center mb={10} c="#3a4150">
        <BrandMark ground="--app-login" size={22} brand={{ ...brand, logo_dark: null }} scheme="light" />
      </Center>
      <Stack gap="xs" p="sm" bdrs="md" bg="#ffffff">
        <strong>Confirm your email</strong>
        <p>Hello Ada, please confirm that this address is yours.</p>
        <Fill>Confirm email</Fill>
      </Stack>
      <Foot c="#3a4150">
        <bdi>{brand.name}</bdi>
        {brand.support_email && (
          <>
            <br />
            Questions? Write to {brand.support_email}
          </>
        )}
      </Foot>
    </Box>
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
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 1 }} spacing="md" style={{ alignItems: 'start' }}>
        {PARTS.map(({ title, scheme: fixed, Part }) => (
          <figure key={title} data-part={title} style={shades[fixed ?? scheme] as CSSProperties}>
            {/* The page's own colour, not the brand's. */}
            <Box component="figcaption" mb={4} fz="xs" c="var(--mantine-color-dimmed)">
              {title}
            </Box>
            <div className={classes.frame}>
              <Part brand={brand} scheme={fixed ?? scheme} />
            </div>
          </figure>
        ))}
      </SimpleGrid>
    </Box>
  )
}
