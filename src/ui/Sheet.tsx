import { type ComponentProps, lazy, Suspense } from 'react'
import { useSoon } from './soon.ts'

const load = () => import('./SheetFrame.tsx')
const Frame = lazy(() => load().then(({ SheetFrame }) => ({ default: SheetFrame })))

/** A sheet from below (SheetFrame.tsx). Its parts are heavy and asked for once the page that has one is on the screen. */
export function Sheet(props: ComponentProps<typeof Frame>) {
  useSoon(load)
  return (
    props.open && (
      <Suspense fallback={null}>
        <Frame {...props} />
      </Suspense>
    )
  )
}
