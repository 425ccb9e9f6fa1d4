import { Box } from '@mantine/core'
import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light border that scanners need, in modules. */
const QUIET_ZONE = 4

/** The dark modules as one SVG path. */
function makePath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
}

/** A QR code, black on white in every color scheme: cameras read nothing else reliably. */
export function QrCode({ text, label, size = 196 }: { text: string; label: string; size?: number }) {
  const code = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_ZONE })
    return { path: makePath(data), modules }
  }, [text])
  return (
    <Box
      component="svg"
      display="block"
      bd="var(--app-line)"
      bdrs="md"
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${code.modules} ${code.modules}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={code.path} fill="#000" />
    </Box>
  )
}
