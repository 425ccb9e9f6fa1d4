const POINT = 1
/** Newer files add thousands to the type, and PostGIS sets high bits, for extra dimensions. */
const readType = (code: number): number => (code & 0x0f_ff_ff_ff) % 1000
const HAS_SRID = 0x20_00_00_00

/** Longitude and latitude of a point in well-known binary; null for other bytes. */
export function pointInWkb(bytes: Uint8Array): [number, number] | null {
  if (bytes.length < 21) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = view.getUint8(0) === 1
  const code = view.getUint32(1, isLittle)
  if (readType(code) !== POINT) return null
  const start = (code & HAS_SRID) === 0 ? 5 : 9
  if (bytes.length < start + 16) return null
  const [lon, lat] = [view.getFloat64(start, isLittle), view.getFloat64(start + 8, isLittle)]
  return Number.isFinite(lon) && Number.isFinite(lat) ? [lon, lat] : null
}
