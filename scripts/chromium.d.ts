/** Types of chromium.js, which also runs on the Node version that starts the setup. */
export function ensureChromium(print: (line: string) => void): Promise<{ path: string } | { missing: string }>
