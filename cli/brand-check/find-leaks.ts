/** A name of another brand, and where it appears. */
export interface Leak {
  location: string
  text: string
}

/** A forbidden name; domains match in any case, names as written. */
export interface ForeignName {
  name: string
  isDomain: boolean
}

const AROUND = 40
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Names too short or too common to identify a brand. */
const isTelling = ({ name }: ForeignName): boolean => name.length >= 3 && !/^white label$/i.test(name)

/** Finds foreign names as whole words, except those that are part of the brand's own name. */
export function createLeakFinder(foreign: readonly ForeignName[], ownName: string) {
  const patterns = foreign
    .filter(
      (candidate) => isTelling(candidate) && !ownName.toLowerCase().includes(candidate.name.toLowerCase()),
    )
    .map(
      ({ name, isDomain }) =>
        new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, isDomain ? 'giu' : 'gu'),
    )
  return (location: string, text: string): Leak[] =>
    patterns.flatMap((pattern) => {
      const found = pattern.exec(text)
      pattern.lastIndex = 0
      if (!found) return []
      const around = text.slice(Math.max(0, found.index - AROUND), found.index + found[0].length + AROUND)
      return [{ location, text: around.replace(/\s+/g, ' ') }]
    })
}
