import { Box } from '@mantine/core'
import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light modules around the code without which cameras do not find it. */
const QUIET_ZONE = 4

/** The dark modules as one path, a square of side 1 each. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
}

/** A text as QR code, black on white in every colour scheme: cameras read nothing else with certainty. */
export function QrCode({ text, label, size = 196 }: { text: string; label: string; size?: number }) {
  const code = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_ZONE })
    return { path: pathOf(data), modules }
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
