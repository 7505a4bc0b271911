import { lazy } from 'react'
import { OfficeFrame } from '#app/features/office/face.ts'
import { sections } from './sections.tsx'

const GateScreen = lazy(async () => ({
  default: (await import('#app/features/factor/GateScreen.tsx')).GateScreen,
}))

/**
 * The office below /manage. Its sections are chosen here and not by the router, whose table every
 * student's phone carries.
 */
export function Office({ rest, next }: { rest: string; next: string | undefined }) {
  return (
    <OfficeFrame
      sections={sections}
      rest={rest}
      next={next}
      gate={(lacks, done) => <GateScreen lacks={lacks} onDone={done} />}
    >
      {({ at }) => {
        const Screen = sections.find((one) => one.at === at)?.screen
        return Screen && <Screen rest={rest.slice(at.length + 1)} />
      }}
    </OfficeFrame>
  )
}
