import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `StepWindowNotice` for a form that renders without waiting for its code. */
export const LazyStepWindowNotice = lazyComponent(
  async () => (await import('./StepWindowNotice.tsx')).StepWindowNotice,
)
