import { type ComponentProps, lazy, Suspense } from 'react'
import { useSoon } from './soon.ts'

const load = () => import('./DialogFrame.tsx')
const Frame = lazy(() => load().then(({ DialogFrame }) => ({ default: DialogFrame })))

/** A message box or any small dialog (DialogFrame.tsx), asked for once the page that has one is on the screen. */
export function Dialog(props: ComponentProps<typeof Frame>) {
  useSoon(load)
  return (
    props.open && (
      <Suspense fallback={null}>
        <Frame {...props} />
      </Suspense>
    )
  )
}
