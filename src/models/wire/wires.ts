export { wireOf } from './registry.ts'
