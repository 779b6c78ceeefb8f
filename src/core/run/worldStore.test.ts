// Worlds in memory keep the contract.
import { worldStoreContract } from '../../testing/worldStoreContract'
import { MemoryWorlds } from './worldStore'

worldStoreContract('worlds in memory', async () => new MemoryWorlds())
