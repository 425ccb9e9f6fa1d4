import classes from './auth.module.css'

/** Rows of the skeleton: heights in pixels, and the space below. */
const BONES: [height: number, width: string, below: number][] = [
  [14, '90%', 26],
  [36, '100%', 20],
  [36, '100%', 28],
  [36, '100%', 0],
]

/** Skeleton of the form while the invitation loads. */
export function InvitationSkeleton() {
  return (
    <>
      <h1 className={classes.title}>Invitation</h1>
      <div role="status" aria-label="Loading the invitation">
        {BONES.map(([height, width, below]) => (
          <div
            key={`${width} ${below}`}
            className={classes.bone}
            style={{ height, width, marginBottom: below }}
          />
        ))}
      </div>
    </>
  )
}
