/** Types of chromium.js, which also runs on the Node that starts the set-up. */
export function ensureChromium(print: (line: string) => void): Promise<{ path: string } | { missing: string }>
