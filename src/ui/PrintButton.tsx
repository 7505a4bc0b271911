import { Button } from './Button.tsx'

/** Prints the page. */
export const PrintButton = ({ label }: { label: string }) => (
  <Button tone="second" onClick={() => window.print()}>
    {label}
  </Button>
)
