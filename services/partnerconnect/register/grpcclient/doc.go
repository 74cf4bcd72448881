// Package grpcclient looks companies up in the register of an adopter, over the contract providers.v1.CompanyRegister.
package grpcclient
