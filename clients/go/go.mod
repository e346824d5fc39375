// The project has no public address yet: docs/go.md says how to require a module from a folder.
module understudy.example/clients/go

go 1.19
