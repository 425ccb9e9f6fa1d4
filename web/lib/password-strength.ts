/** Strength against guessing: 0 is not accepted, 1 to 4 go from weak to strong. */
export interface PasswordStrength {
  level: 0 | 1 | 2 | 3 | 4
  label: string
  /** How to improve it; absent if nothing is needed. */
  hint?: string
}

const LEVEL_LABELS = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'] as const
/** Bits of entropy from which a password is fair, good and strong. */
const STEPS = [26, 42, 56] as const

const COMMON =
  /^(pass(word|wort|e)?|letmein|welcome|admin(istrator)?|qwert[yz]\w*|asdf\w*|iloveyou|monkey|dragon|football|baseball|master|secret|login|changeme|test|hello|sunshine|princess|abc|root|user)[\d\W_]*$/i

const KINDS: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^\x20-\x7e]/, 60],
  [/[^\w\s]|_|\s/, 33],
]

/** Letters that look like a word: attackers try dictionaries, so each counts less than a separate one. */
const WORD = /[A-Za-z][a-z]{3,}/g
const BITS_IN_WORD = 2.5

/** The characters without those that repeat or continue the previous one. */
function newCharacters(text: string): number {
  const points = Array.from(text.toLowerCase(), (char) => char.codePointAt(0) ?? 0)
  const fresh = points.filter((point, at) => at === 0 || Math.abs(point - (points[at - 1] as number)) > 1)
  return Math.min(fresh.length, new Set(points).size * 2)
}

/** Approximate entropy in bits. */
function countBits(password: string): number {
  const pool = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const words = password.match(WORD) ?? []
  const inWords = new Set(words.map((label) => label.toLowerCase()))
  const wordBits = [...inWords].reduce((sum, label) => sum + newCharacters(label) * BITS_IN_WORD, 0)
  return wordBits + newCharacters(password.replace(WORD, '')) * Math.log2(Math.max(pool, 2))
}

/** Whether the password is little more than public facts about the person. */
const isPersonal = (password: string, personal: readonly string[]): boolean =>
  personal
    .flatMap((words) => words.toLowerCase().split(/[\s@.]+/))
    .some(
      (label) =>
        label.length >= 4 && password.toLowerCase().includes(label) && password.length < label.length + 6,
    )

const at = (level: PasswordStrength['level'], hint?: string): PasswordStrength => ({
  level,
  label: LEVEL_LABELS[level],
  ...(hint ? { hint } : {}),
})

/**
 * Rates a new password, as advice. `min` is the site's minimum length; `known` are public facts such as name
 * and email.
 */
export function passwordStrength(
  password: string,
  { min, personal = [] }: { min: number; personal?: readonly string[] },
): PasswordStrength {
  if (password.length < min) return at(0, `At least ${min} characters`)
  if (COMMON.test(password)) return at(1, 'A very common password')
  if (isPersonal(password, personal)) return at(1, 'Too similar to your name or email')
  const bits = countBits(password)
  const level = (1 + STEPS.filter((step) => bits >= step).length) as 1 | 2 | 3 | 4
  return at(level, level < 3 ? 'Longer is stronger: try three or four words' : undefined)
}
