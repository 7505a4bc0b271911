import { Gauge, type Registry } from 'prom-client'

/** Registers metrics of the result of `/readyz` and of the obstacle. */
export function registerReadinessMetrics(
  registry: Registry,
  find: () => Promise<string | undefined>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'campus_ready',
    help: '1 when this process can keep words',
    registers,
    async collect() {
      this.set((await find()) === undefined ? 1 : 0)
    },
  })
  new Gauge({
    name: 'campus_obstacle',
    help: '1 for what keeps this process from keeping words',
    labelNames: ['why'],
    registers,
    async collect() {
      const why = await find()
      this.reset()
      if (why !== undefined) this.set({ why }, 1)
    },
  })
}
