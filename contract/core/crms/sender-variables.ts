import { SENDER_KINDS, type SenderId } from './index.ts'

const MAX_LENGTH = 50
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)

/** Letters, digits and underscores; never empty, and never a digit first. */
function makeSnakeVariable(text: string): string {
  const name = wordsIn(text).join('_').slice(0, MAX_LENGTH).replace(/_$/, '')
  return /^[a-z]/.test(name) ? name : `field_${name}`.replace(/_$/, '')
}

/** Letters and digits, `likeThis`. */
function makeCamelVariable(text: string): string {
  const [first = '', ...others] = wordsIn(text)
  const name = [first, ...others.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join('')
  return /^[a-z]/.test(name) ? name.slice(0, MAX_LENGTH) : `field${name}`.slice(0, MAX_LENGTH)
}

/** A name of a variable that is valid at a sender. */
export const makeSenderVariable = (sender: SenderId, text: string): string =>
  SENDER_KINDS[sender].variables === 'camel' ? makeCamelVariable(text) : makeSnakeVariable(text)
