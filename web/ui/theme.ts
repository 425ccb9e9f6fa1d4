import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const ten = (value: string) => Array(10).fill(value) as unknown as MantineColorsTuple

/** Semantic colors by component color name. Their shades come from contract/branding/brand-shades.ts. */
const SOLID: Record<string, { fill: string; hover: string; on: string; text: string }> = {
  brand: {
    fill: 'var(--app-fill)',
    hover: 'var(--app-fill-hover)',
    on: 'var(--app-on-fill)',
    text: 'var(--app-accent)',
  },
  red: {
    fill: 'var(--app-danger-fill)',
    hover: 'var(--app-danger-fill-hover)',
    on: '#ffffff',
    text: 'var(--app-danger)',
  },
}

/**
 * Grays of the dark scheme, from text to background; the background matches
 * contract/branding/brand-shades.ts.
 */
const DARK: MantineColorsTuple = [
  '#d5d9e0',
  '#b4bac6',
  '#959dad',
  '#5b6372',
  '#39404d',
  '#272c36',
  '#1c2028',
  '#111318',
  '#0c0e12',
  '#08090c',
]

const LINE = '1px solid transparent'

const soft = (text: string) => `color-mix(in srgb, ${text} 8%, transparent)`

/** Buttons and badges in brand or danger color use the derived shades, so their text is always readable. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const tone = SOLID[input.color ?? input.theme.primaryColor]
  const brand = tone === SOLID.brand
  if (!tone) return defaultVariantColorsResolver(input)
  switch (input.variant) {
    case 'filled':
      return { background: tone.fill, hover: tone.hover, color: tone.on, border: LINE }
    case 'light':
      return brand
        ? {
            background: 'var(--app-soft)',
            hover: 'var(--app-soft-hover)',
            color: 'var(--app-soft-text)',
            border: LINE,
          }
        : {
            background: 'transparent',
            hover: soft(tone.text),
            color: tone.text,
            border: `1px solid ${tone.text}`,
          }
    case 'subtle':
    case 'transparent':
      return { background: 'transparent', hover: 'var(--app-hover)', color: tone.text, border: LINE }
    case 'outline':
      return {
        background: 'transparent',
        hover: 'var(--app-hover)',
        color: tone.text,
        border: `1px solid ${tone.text}`,
      }
    default:
      return defaultVariantColorsResolver(input)
  }
}

/** Maps Mantine's variables to the brand's. Both color schemes use the same names. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: SCHEME_VARIABLES,
  dark: SCHEME_VARIABLES,
})

const SCHEME_VARIABLES: Record<string, string> = {
  '--mantine-color-body': 'var(--app-body)',
  '--mantine-color-text': 'var(--app-text)',
  '--mantine-color-dimmed': 'var(--app-dimmed)',
  '--mantine-color-placeholder': 'var(--app-dimmed)',
  '--mantine-color-anchor': 'var(--app-accent)',
  '--mantine-color-error': 'var(--app-danger)',
  '--mantine-color-default': 'var(--app-body)',
  '--mantine-color-default-hover': 'var(--app-hover)',
  '--mantine-color-default-color': 'var(--app-text)',
  '--mantine-color-default-border': 'var(--app-border-strong)',
  '--mantine-color-brand-filled': 'var(--app-fill)',
  '--mantine-color-brand-filled-hover': 'var(--app-fill-hover)',
  '--mantine-color-brand-light': 'var(--app-soft)',
  '--mantine-color-brand-light-hover': 'var(--app-soft-hover)',
  '--mantine-color-brand-light-color': 'var(--app-soft-text)',
  '--mantine-color-brand-outline': 'var(--app-accent)',
  '--mantine-primary-color-contrast': 'var(--app-on-fill)',
}

/**
 * Offsets and delays of floating elements (spec section 9), defined only here. An arrow adds half its size.
 */
const ARROW = 4
const TOOLTIP_OFFSET = 14 - ARROW / 2
const FLOATING = { offset: 5, transitionProps: { duration: 150 }, shadow: 'sm' }

/** Id of the element that contains all overlays. */
export const OVERLAYS_ID = 'overlays'

const DIALOG_TITLE = { fontSize: 14, fontWeight: 600, color: 'var(--app-heading)' }

const DIALOG = {
  closeButtonProps: { 'aria-label': 'Close' },
  overlayProps: { backgroundOpacity: 0.3 },
  // A dialog's header must not be a banner landmark.
  attributes: { header: { role: 'presentation' } },
}

/** As small as any text is. */
const HINT_SIZE = '12px'

/** One font family, 13 px text on a 4 px grid, hairlines instead of shadows. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand: ten('var(--app-fill)'), dark: DARK },
  variantColorResolver,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'none',
    sm: '0 4px 16px rgb(0 0 0 / 8%)',
    md: '0 8px 24px rgb(0 0 0 / 10%)',
    lg: '0 12px 32px rgb(0 0 0 / 14%)',
    xl: '0 16px 48px rgb(0 0 0 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Portal: { defaultProps: { target: `#${OVERLAYS_ID}` } },
    Pagination: { vars: () => ({ root: { '--pagination-active-color': 'var(--app-on-fill)' } }) },
    Checkbox: { defaultProps: { iconColor: 'var(--app-on-fill)' } },
    Radio: { defaultProps: { iconColor: 'var(--app-on-fill)' } },
    Paper: { vars: () => ({ root: { '--paper-border-color': 'var(--app-border)' } }) },
    Text: { defaultProps: { inherit: true } },
    Table: { defaultProps: { borderColor: 'var(--app-border)' } },
    Tooltip: {
      defaultProps: {
        events: { hover: true, focus: true, touch: true },
        offset: TOOLTIP_OFFSET,
        openDelay: 0,
        closeDelay: 0,
        withArrow: true,
        arrowSize: ARROW,
        multiline: true,
        maw: 320,
      },
    },
    Popover: { defaultProps: FLOATING },
    // Without the placeholder the first item has the focus, and the menu contains only items.
    Menu: { defaultProps: { ...FLOATING, withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { ...DIALOG, centered: true },
      styles: { content: { border: '1px solid var(--app-border-strong)' }, title: DIALOG_TITLE },
    },
    Drawer: { defaultProps: { ...DIALOG, position: 'right' }, styles: { title: DIALOG_TITLE } },
    Button: { defaultProps: { size: 'xs' }, styles: { label: { fontWeight: 550 } } },
    InputWrapper: {
      // A hint above its field would push it out of the line of the fields beside it.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      styles: { label: { marginBottom: 4, fontWeight: 500 } },
      // The sizes of the library go down to 10 px.
      vars: () => ({
        description: { '--input-description-size': HINT_SIZE },
        error: { '--input-error-size': HINT_SIZE },
      }),
    },
    NumberInput: { defaultProps: { allowDecimal: false } },
    Textarea: { defaultProps: { autosize: true } },
    // Closed lists of options stay out of the page: a form with a hundred selects would hold ten thousand of them.
    Combobox: { defaultProps: { keepMounted: false } },
    // An empty or loading list still has one line for screen readers.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true, 'aria-selected': false } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
  },
})
